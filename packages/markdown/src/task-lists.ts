/** Task lists: items that begin with `[ ]` or `[x]` get a checkbox that shows their state. */
import type { MarkdownIt, Token } from 'markdown-it';

const MARK = /^\[([ xX])\]\s/;

/** Adds task lists to a parser. */
export function taskLists(parser: MarkdownIt): void {
  parser.core.ruler.after('inline', 'task_lists', ({ tokens, Token: NewToken }) => {
    tokens.forEach((inline: Token, index: number) => {
      const item = tokens[index - 2];
      const text = inline.children?.[0];
      const mark = text && MARK.exec(text.content);
      if (item?.type !== 'list_item_open' || inline.type !== 'inline' || text?.type !== 'text' || !mark) return;
      text.content = text.content.slice('[x]'.length);
      item.attrJoin('class', 'task-list-item');
      const box = new NewToken('html_inline', '', 0);
      box.content = `<input type="checkbox" disabled${mark[1] === ' ' ? '' : ' checked'}>`;
      inline.children?.unshift(box);
    });
  });
}
