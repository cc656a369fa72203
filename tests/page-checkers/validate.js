// Checks HTML documents: an array of them is read as JSON, and an array with the findings of each is written.

const { HtmlValidate, StaticConfigLoader } = require("html-validate");

async function main() {
  const checker = new HtmlValidate(new StaticConfigLoader({ root: true, extends: ["html-validate:standard"] }));
  let input = "";
  for await (const part of process.stdin.setEncoding("utf8")) input += part;
  const findings = [];
  for (const html of JSON.parse(input)) {
    const { results } = await checker.validateString(html);
    findings.push(results.flatMap(({ messages }) => messages.map(
      ({ line, column, message, ruleId }) => `Line ${line}, column ${column}: ${message} (${ruleId}).`)));
  }
  process.stdout.write(JSON.stringify(findings));
}

main();
