/** Notebooks (`.ipynb`) as the pages show them. Everything that is not understood is left out. */

/** What a cell of a notebook has printed or drawn. */
export type NotebookOutput =
  | { kind: 'text'; text: string; isError: boolean }
  | { kind: 'picture'; type: string; data: string }
  | { kind: 'markdown'; text: string };

/** A cell of a notebook. */
export type NotebookCell =
  { kind: 'markdown'; text: string } | { kind: 'code'; text: string; count: number | null; outputs: NotebookOutput[] };

/** A notebook. */
export interface Notebook {
  /** Extension of the language of its code. */
  extension: string;
  cells: NotebookCell[];
}

const MAX_CELLS = 2000;
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const ansiColours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Reads a notebook of format 4; undefined if the text is none. */
export function parseNotebook(text: string): Notebook | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const cells = recordOf(content)['cells'];
  if (!Array.isArray(cells)) return undefined;
  const language = recordOf(recordOf(recordOf(content)['metadata'])['language_info'])['file_extension'];
  return {
    extension: typeof language === 'string' && /^\.\w{1,10}$/.test(language) ? language : '.py',
    cells: cells.slice(0, MAX_CELLS).flatMap(cellOf),
  };
}

function cellOf(value: unknown): NotebookCell[] {
  const cell = recordOf(value);
  const text = joined(cell['source']);
  if (cell['cell_type'] === 'markdown') return [{ kind: 'markdown', text }];
  if (cell['cell_type'] !== 'code') return [];
  const outputs = Array.isArray(cell['outputs']) ? cell['outputs'].flatMap(outputOf) : [];
  const count = cell['execution_count'];
  return [{ kind: 'code', text, count: typeof count === 'number' ? count : null, outputs }];
}

/** HTML and scripts of outputs are not shown: only text, Markdown and pictures. */
function outputOf(value: unknown): NotebookOutput[] {
  const output = recordOf(value);
  if (output['output_type'] === 'stream')
    return [{ kind: 'text', text: plain(output['text']), isError: output['name'] === 'stderr' }];
  if (output['output_type'] === 'error')
    return [{ kind: 'text', text: plain(output['traceback'], '\n'), isError: true }];
  const data = recordOf(output['data']);
  const type = pictureTypes.find((name) => data[name] !== undefined);
  if (type !== undefined) return [{ kind: 'picture', type, data: joined(data[type]).replace(/\s/g, '') }];
  if (data['text/markdown'] !== undefined) return [{ kind: 'markdown', text: joined(data['text/markdown']) }];
  if (data['text/plain'] !== undefined) return [{ kind: 'text', text: plain(data['text/plain']), isError: false }];
  return [];
}

function plain(value: unknown, separator = ''): string {
  return joined(value, separator).replace(ansiColours, '');
}

/** Texts of notebooks are lists of lines or one text. */
function joined(value: unknown, separator = ''): string {
  if (Array.isArray(value)) return value.map(String).join(separator);
  return typeof value === 'string' ? value : '';
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
