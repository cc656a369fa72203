// Makes brackets.json, the brackets beside which brackets.rs puts ours:
//
//     npm install brackets-manager@1.11.1 brackets-memory-db@1.0.6
//     node brackets.mjs > brackets.json
//
// Both packages are MIT-licensed. brackets-manager seeds, gives byes, lets winners and losers go on,
// and passes a double forfeit on as a bye; this script only draws the results, in a random order of
// the matches that are ready. It does not let a match go on that nobody comes to after two double
// forfeits: such a case is drawn again.
//
// A match is written as its two seeds with a sign between them: `3+6` won by the first, `3-6` by the
// second, `3x6` a double forfeit. `3.` is a bye or a walkover of the first side, `.3` of the second,
// `.` a match of nobody.

import { BracketsManager } from 'brackets-manager';
import { InMemoryDatabase } from 'brackets-memory-db';

let state = 20260523;
/** Returns a number from 0 to below `bound` (mulberry32), the same ones on each run. */
function below(bound) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
}

const READY = 2;

async function play(people, third, forfeits) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  let size = 4;
  while (size < people) size *= 2;
  await manager.create.stage({
    tournamentId: 0,
    name: 'Knock-out',
    type: 'single_elimination',
    seeding: Array.from({ length: size }, (_, seed) => (seed < people ? `${seed + 1}` : null)),
    settings: { seedOrdering: ['inner_outer'], balanceByes: false, consolationFinal: third },
  });
  for (;;) {
    const ready = (await storage.select('match')).filter(match => match.status === READY);
    if (ready.length === 0) break;
    const { id } = ready[below(ready.length)];
    if (below(100) < forfeits) {
      const forfeit = { forfeit: true };
      await manager.update.match({ id, opponent1: forfeit, opponent2: forfeit });
    } else {
      await manager.update.match({ id, [below(2) ? 'opponent1' : 'opponent2']: { result: 'win' } });
    }
  }
  const unknown = side => side?.id === null;
  const matches = await storage.select('match');
  if (matches.some(match => unknown(match.opponent1) || unknown(match.opponent2))) return null;
  const names = new Map((await storage.select('participant')).map(one => [one.id, one.name]));
  const seed = side => (side === null ? '' : names.get(side.id));
  const winner = ({ opponent1: one, opponent2: other }) => {
    // The only person of a match for third place has no result.
    const won = one && other ? [one, other].find(side => side.result === 'win') : (one ?? other);
    return seed(won ?? null);
  };
  const written = match => {
    const [one, other] = [seed(match.opponent1), seed(match.opponent2)];
    if (!one || !other) return `${one}.${other}`;
    const won = winner(match);
    return one + (won === one ? '+' : won === other ? '-' : 'x') + other;
  };
  const rounds = [];
  for (const round of await storage.select('round')) {
    const matches = await storage.select('match', { round_id: round.id });
    rounds.push(matches.sort((one, other) => one.number - other.number));
  }
  const consolation = third ? rounds.pop()[0] : undefined;
  const [final] = rounds.at(-1);
  const number = text => (text ? Number(text) : null);
  return {
    people,
    rounds: rounds.map(round => round.map(written).join(' ')),
    champion: number(winner(final)),
    ...(consolation && { consolation: written(consolation), third: number(winner(consolation)) }),
  };
}

const cases = [];
for (let people = 4; people <= 128; people += 1) {
  const times = people <= 16 ? 8 : people <= 32 ? 3 : 1;
  for (let time = 0; time < times; time += 1) {
    // Often many forfeits in small brackets, so that walkovers meet.
    const forfeits = time % 2 ? 40 : 8;
    for (const third of [true, false]) {
      let played = null;
      while (!played) played = await play(people, third, forfeits);
      cases.push(played);
    }
  }
}
const source = 'brackets-manager 1.11.1 (MIT) with brackets.mjs, which says how to read it';
const lines = cases.map(one => `    ${JSON.stringify(one)}`).join(',\n');
console.log(`{\n  "source": ${JSON.stringify(source)},\n  "cases": [\n${lines}\n  ]\n}`);
