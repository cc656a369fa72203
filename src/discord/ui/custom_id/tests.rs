use strum::VariantArray;

use super::*;
use crate::matches::{DaysOff, Level, Terms, UserId};

/// The greatest number of a person.
const MOST_PERSON: u64 = (1 << 63) - 1;

fn samples() -> Vec<CustomId> {
    let ids = [MatchId(1), MatchId(u64::MAX)];
    let plies = [0, u32::MAX];
    let mut all = vec![
        CustomId::ChooseGame { with: With::Anyone },
        CustomId::PrivacyExport,
        CustomId::ForgetAsk,
        CustomId::ForgetMe,
    ];
    for id in ids {
        all.extend([
            CustomId::Accept(id),
            CustomId::Decline(id),
            CustomId::Withdraw(id),
            CustomId::Renew(id),
            CustomId::EndExhibition(id),
            CustomId::Rematch(id),
            CustomId::Harder(id),
            CustomId::AskGift(id),
            CustomId::AskShare(id),
            CustomId::AskExport(id),
            CustomId::PostBoard(id),
            CustomId::Abort(id),
            CustomId::Notes(id),
            CustomId::PublishNotes(id),
            CustomId::Follow(id),
            CustomId::Unfollow(id),
            CustomId::ClearNotes(id),
        ]);
        all.extend([
            CustomId::Take(id),
            CustomId::DeclineListed(id),
            CustomId::WithdrawListed(id),
        ]);
        for with in [
            With::Computer(Level::Beginner),
            With::Person(UserId(id.0.min(MOST_PERSON))),
            With::Computer(Level::Master),
            With::Computers(Level::Beginner, Level::Master),
            With::Same(id),
        ] {
            let game = "a".repeat(32);
            let terms = Terms {
                punctual: true,
                quick: true,
                finished: 100,
                rating: "1400-1700".parse().ok(),
            };
            let clock = "14d+1d".parse().ok();
            for (time, rated, terms) in [
                (None, true, Terms::default()),
                (None, false, Terms::default()),
                (clock, false, Terms::default()),
                // Only a challenge to anyone has terms.
                (clock, false, terms),
            ] {
                let wish = Wish {
                    time,
                    rated,
                    days_off: Some(DaysOff::WeekendsToo).filter(|_| !terms.is_none()),
                    terms,
                };
                let with = if terms.is_none() { with } else { With::Anyone };
                let game = || game.clone();
                all.extend([
                    CustomId::ChallengeSo {
                        game: game(),
                        with,
                        wish,
                    },
                    CustomId::GameSo {
                        game: game(),
                        with,
                        wish,
                    },
                    CustomId::MoreTerms {
                        game: game(),
                        with,
                        wish,
                    },
                ]);
                all.extend(Want::VARIANTS.iter().map(|want| CustomId::Wish {
                    want: *want,
                    game: game(),
                    with,
                    wish,
                }));
            }
            all.extend([
                CustomId::GamePage {
                    game: game.clone(),
                    with,
                },
                CustomId::Challenge { game, with },
            ]);
        }
        all.extend([
            CustomId::ResignKeep(id),
            CustomId::ResignUnseen(id),
            CustomId::PlanReply(id),
            CustomId::Replay(id),
            CustomId::Describe(id),
            CustomId::TakeBack(id),
            CustomId::GiveTime {
                id,
                seconds: u64::MAX,
            },
            CustomId::Analysis(id),
            CustomId::Hint(id),
            CustomId::HintsAgree(id),
            CustomId::HintsDecline(id),
            CustomId::Lines(id),
            CustomId::ClearLines(id),
            CustomId::PostReplay {
                id,
                pace: Pace::Normal,
            },
            CustomId::Board(id),
        ]);
        all.extend(
            Follow::VARIANTS
                .iter()
                .map(|&how| CustomId::SetFollow { id, how }),
        );
        for board in plies {
            all.extend([
                CustomId::Move { id, board },
                CustomId::PlayOnly { id, board },
                CustomId::HintTurn { id, board },
                CustomId::Explore { id, ply: board },
                CustomId::Mistake { id, ply: board },
                CustomId::BetterTurn { id, ply: board },
                CustomId::NextPuzzle {
                    game: "a".repeat(32),
                },
                CustomId::TryPuzzle {
                    game: "a".repeat(32),
                    number: board,
                },
                CustomId::PuzzleSolution {
                    game: "a".repeat(32),
                    number: board,
                },
                CustomId::ClearLine { id, number: board },
                CustomId::Resign { id, board },
                CustomId::MoveText { id, board },
                CustomId::ResignConfirm { id, board },
            ]);
            all.extend([
                CustomId::TakebackAccept { id, board },
                CustomId::TakebackDecline { id, board },
            ]);
            all.extend([
                CustomId::Draw { id, board },
                CustomId::DrawAccept { id, board },
                CustomId::DrawDecline { id, board },
            ]);
            all.extend([CustomId::TryTurn {
                id,
                board,
                turn: "d3-N end !e4".repeat(6)[..64].to_owned(),
            }]);
            let mark = board;
            all.extend([
                CustomId::TryOffer { id, board, mark },
                CustomId::AddLine { id, board, mark },
                CustomId::NoteForm { id, ply: board },
                CustomId::NoteText { id, ply: board },
                CustomId::DescribePart {
                    id,
                    what: "last turn ".repeat(7)[..64].to_owned(),
                },
            ]);
            let generation = board;
            all.extend([
                CustomId::PickAgain { id, board },
                CustomId::TypeTurn { id, board },
            ]);
            let key = "k".repeat(60);
            let acts = [
                PickAct::Key(key.clone()),
                PickAct::End(key),
                PickAct::From(u8::MAX),
                PickAct::Back,
                PickAct::Over,
                PickAct::On,
                PickAct::Play,
                PickAct::Think,
                PickAct::Type,
            ];
            all.extend(acts.map(|act| CustomId::Pick {
                session: id.0,
                generation,
                act,
            }));
            let ply = board;
            all.push(CustomId::History { id, ply });
            all.extend(
                Leaf::VARIANTS
                    .iter()
                    .map(|&to| CustomId::Leaf { id, ply, to }),
            );
            let number = board;
            for record in [0, 1, u32::MAX] {
                let import = Import { number, record };
                all.extend(Leaf::VARIANTS.iter().map(|&to| CustomId::ImportLeaf {
                    import,
                    ply,
                    to,
                }));
                all.push(CustomId::PlayOnFrom { import, ply });
                all.extend(PlayOn::VARIANTS.iter().map(|&how| CustomId::PlayOn {
                    import,
                    ply,
                    how,
                }));
            }
            all.push(CustomId::ImportList { number, page: ply });
            all.push(CustomId::ImportOpen { number });
        }
    }
    let page = "p".repeat(46);
    all.push(CustomId::Pages);
    all.push(CustomId::Page { page: page.clone() });
    all.push(CustomId::Set {
        act: page.clone(),
        page,
    });
    all.push(CustomId::Learn);
    all.push(CustomId::LessonsOf {
        game: "a".repeat(32),
    });
    let name = format!("connect-n.{}", "z".repeat(15));
    if let Ok(lesson) = name.parse::<LessonId>() {
        all.extend(
            [
                CustomId::Lesson,
                CustomId::LessonType,
                CustomId::LessonText,
                CustomId::LessonShow,
                CustomId::LessonMatch,
                CustomId::LessonMatchHere,
            ]
            .map(|id| id(lesson.clone())),
        );
    }
    for page in plies {
        let game = "a".repeat(32);
        all.extend(Leaf::VARIANTS.iter().map(|&to| CustomId::RulesLeaf {
            game: game.clone(),
            page,
            to,
        }));
        all.push(CustomId::RulesPart { game: game.clone() });
        all.extend([
            CustomId::Rules {
                game: game.clone(),
                page,
            },
            CustomId::Games {
                tab: Tab::Challenges,
                game: game.clone(),
                page,
            },
            CustomId::RulesPage {
                game: game.clone(),
                page,
            },
            // The longest key there is; the moments are those of the year 9999.
            CustomId::Finished {
                person: MOST_PERSON,
                game: String::from("antichess"),
                score: 3,
                at: 253_402_300_799_999,
                id: u64::MAX,
            },
            CustomId::FinishedResult {
                person: MOST_PERSON,
                game: String::from("any"),
            },
            CustomId::OpenMatch,
            CustomId::ExportAll,
            CustomId::Export {
                id: MatchId(u64::MAX),
                form: 4,
            },
            CustomId::Leaders {
                game,
                everywhere: 255,
                page,
            },
            CustomId::LeadersOf { everywhere: 1 },
            CustomId::Help { page },
        ]);
    }
    // Some say nothing of the numbers above, and stand there twice.
    let mut distinct = Vec::new();
    for id in all {
        if !distinct.contains(&id) {
            distinct.push(id);
        }
    }
    distinct
}

#[test]
fn every_id_is_read_back_and_fits() {
    for id in samples() {
        let text = id.to_string();
        assert!(text.len() <= 100, "{text}");
        assert_eq!(CustomId::parse(&text), Some(id), "{text}");
    }
}

#[test]
fn no_two_ids_share_a_text() {
    let mut texts: Vec<_> = samples().iter().map(ToString::to_string).collect();
    let all = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), all);
}

#[test]
fn what_was_not_written_here_is_not_understood() {
    for text in [
        "",
        "/",
        "accept",
        "accept/",
        "accept/0",
        "accept/-1",
        "accept/+1",
        "accept/01",
        "accept/1/2",
        "move/1",
        "move/1/-1",
    ] {
        assert_eq!(CustomId::parse(text), None, "{text}");
    }
    for text in [
        "pick/1/2",
        "pick/1/2/",
        "pick/1/2/a b",
        "pick/1/2/a/b",
        "from/1/2/256",
        "back/1/2/3",
    ] {
        assert_eq!(CustomId::parse(text), None, "{text}");
    }
    for text in [
        "move/1/2/3",
        "rules/Go/0",
        "rules//0",
        "rules/a b/0",
        "fly/1",
        "try/1/2/",
        "try/1/2/a/b",
        "try/1/2/é",
        "accept/18446744073709551616",
        "move/1/4294967296",
        "set/boards",
        "set/boards/A",
        "choose/nobody",
        "choose/user-",
        "choose/user-05",
        "choose/user-0",
        "choose/user-9223372036854775808",
        "archive/0/any/0/0/0/0",
        "choose/computer-9",
        "choose/match-0",
    ] {
        assert_eq!(CustomId::parse(text), None, "{text}");
    }
}

#[test]
fn any_text_is_read_as_nothing_or_as_what_writes_it() {
    let mut random = fastrand::Rng::with_seed(7);
    let samples: Vec<_> = samples().iter().map(ToString::to_string).collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = samples[random.usize(..samples.len())].chars().collect();
        for _ in 0..random.usize(..4) {
            let at = random.usize(..=text.len());
            if random.bool() && at < text.len() {
                text.remove(at);
            } else {
                text.insert(
                    at,
                    random
                        .choice(['/', '-', '0', '1', '7', '9', 'a', 'z', 'é', '\u{0}'])
                        .unwrap_or('/'),
                );
            }
        }
        let text: String = text.into_iter().collect();
        if let Some(id) = CustomId::parse(&text) {
            assert_eq!(id.to_string(), text);
        }
    }
}
