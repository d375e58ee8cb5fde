/**
 * Task lists: items that begin with `[ ]` or `[x]` get a checkbox that shows their state, with the
 * line of the text, starting at 1, so that a page can change it.
 */
import type { MarkdownIt, Token } from 'markdown-it';

/** Attribute of the checkbox of a task: the line of its item. */
export const TASK_LINE = 'data-line';

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
      const state = mark[1] === ' ' ? '' : ' checked';
      box.content = `<input type="checkbox" disabled${state} ${TASK_LINE}="${(inline.map?.[0] ?? 0) + 1}">`;
      inline.children?.unshift(box);
    });
  });
}
