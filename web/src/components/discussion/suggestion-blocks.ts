/** Code blocks that suggest changes of lines, in the text of a comment. */

/** A part of a text: Markdown, or the lines that a block suggests. */
export type TextPart = { text: string } | { suggested: string };

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const language = /^suggestion(?::-\d{1,3}\+\d{1,3})?$/;

/** Splits a text at its blocks. */
export function splitSuggestions(body: string): TextPart[] {
  const parts: TextPart[] = [];
  let text: string[] = [];
  let open: { mark: string; lines: string[]; source: string[]; isSuggestion: boolean } | undefined;
  const flush = (): void => {
    if (text.some((line) => line.trim() !== '')) parts.push({ text: text.join('\n') });
    text = [];
  };
  for (const line of body.split(/\r?\n/)) {
    const [, mark, info = ''] = fence.exec(line) ?? [];
    if (!open) {
      if (mark === undefined) text.push(line);
      else open = { mark, lines: [], source: [line], isSuggestion: language.test(info.trim()) };
    } else if (mark?.startsWith(open.mark) === true && info.trim() === '') {
      if (open.isSuggestion) {
        flush();
        parts.push({ suggested: open.lines.map((each) => `${each}\n`).join('') });
      } else {
        text.push(...open.source, line);
      }
      open = undefined;
    } else {
      open.lines.push(line);
      open.source.push(line);
    }
  }
  text.push(...(open?.source ?? []));
  flush();
  return parts;
}

/** The block that suggests to replace lines by themselves, for the visitor to change. */
export function suggestionBlock(lines: readonly string[]): string {
  const longest = lines.reduce((length, line) => Math.max(length, /^ {0,3}(`+)/.exec(line)?.[1]?.length ?? 0), 0);
  const mark = '`'.repeat(Math.max(3, longest + 1));
  return [`${mark}suggestion:-${lines.length - 1}+0`, ...lines, mark].join('\n');
}
