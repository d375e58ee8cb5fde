/** Parses the code blocks with which a text suggests changes of lines. */

/** A block. It replaces a line and some lines above and below it. */
export interface SuggestionBlock {
  above: number;
  below: number;
  /** New lines, each with its line break; empty if the lines are removed. */
  content: string;
}

/** Further blocks of a text are code. */
const MAX_BLOCKS = 50;
/** Maximum number of lines above and below; blocks with larger numbers are code. */
const MAX_LINES = 100;

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const language = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/;

/** The blocks of a text, in its order. */
export function parseSuggestions(text: string): SuggestionBlock[] {
  const blocks: SuggestionBlock[] = [];
  let open: string | null = null;
  let block: SuggestionBlock | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [, mark, info = ''] = fence.exec(line) ?? [];
    if (open === null) {
      open = mark ?? null;
      block = mark === undefined ? null : blockOf(info.trim());
    } else if (mark?.startsWith(open) && info.trim() === '') {
      if (block && blocks.length < MAX_BLOCKS) blocks.push(block);
      open = null;
    } else if (block) {
      block.content += `${line}\n`;
    }
  }
  return blocks;
}

function blockOf(info: string): SuggestionBlock | null {
  const found = language.exec(info);
  if (!found) return null;
  const above = Number(found[1] ?? 0);
  const below = Number(found[2] ?? 0);
  return above > MAX_LINES || below > MAX_LINES ? null : { above, below, content: '' };
}
