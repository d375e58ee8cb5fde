/** Texts of the first page that the API renders while its scripts are still loading. */
import { batchesOf } from '#lib/batches';
import { markdownLimits } from '#lib/markdown-limits';
import { isSignedIn, subscribe } from '#session/session';
import { sendAuthorized } from './early-responses';

interface EarlyTexts {
  project: string;
  /** HTML by text. */
  rendered: Promise<ReadonlyMap<string, string>>;
}

let early: EarlyTexts | undefined;
// What one user may see is not shown to the next one.
subscribe(() => (early = undefined));

/** Renders texts of a project, given by its full path, as far as one request allows. */
export function renderEarly(project: string, texts: Promise<readonly string[]>): void {
  early = { project, rendered: texts.then((all) => render(project, all)) };
}

/** Returns the HTML of a text that was rendered early; undefined if it was not. */
export async function takeEarlyText(project: string | undefined, text: string): Promise<string | undefined> {
  return early?.project === project ? (await early?.rendered)?.get(text) : undefined;
}

/** A failure is reported by the request of the page. */
async function render(project: string, all: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const items = [...new Set(all)].filter((text) => text !== '').map((text) => ({ text }));
  const [batch = []] = batchesOf(items, markdownLimits(isSignedIn()));
  const texts = batch.map(({ text }) => text);
  if (texts.length === 0) return new Map();
  try {
    const response = await sendAuthorized('/api/v4/markdown/texts', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ texts, project }),
    });
    if (!response.ok) return new Map();
    const { texts: rendered } = (await response.json()) as { texts: { html: string }[] };
    return new Map(texts.map((text, index) => [text, rendered[index]?.html ?? '']));
  } catch {
    return new Map();
  }
}
