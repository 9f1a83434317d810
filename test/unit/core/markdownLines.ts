/** Lines that open, continue, close and break blocks in each other's way. */
export const LINES: readonly string[] = [
  ...['para', 'text **b** `c`', '  continued', '"t"', 'see [foo] x', '[bar][foo]', '![p][foo]', '<b>'],
  ...['# h', '#', '---', '===', '***', '-', '|-'],
  ...['- a', '  - b', '1. x', '2. y', '10. z', '* c', '+ d', '- [ ] t', '- [x] u', '- ```'],
  ...['> q', '> ```', '    code', '\ttab', '  ', '', ''],
  ...['```', '```js', '~~~', '`````', '```md', '````md', '  ```'],
  ...['| a | b |', '|---|---|', '| 1 | 2 |'],
  ...['[foo]: /url', '[bar]: <u> "t"', '[foo]:', 'see https://a.example/b'],
];
