/** Rendering of Markdown: the texts that a page shows at the same time share a request. */
import { api, unwrap } from '#api/client';
import { takeEarlyText } from '#api/early-texts';
import { batchesOf } from '#lib/batches';
import { markdownLimits } from '#lib/markdown-limits';
import { isSignedIn } from '#session/session';

/** What a text belongs to. */
export interface MarkdownContext {
  /** Full path of the project whose references the text may use. */
  project?: string | undefined;
  /** Whether it is a page of a wiki. */
  isWiki?: boolean | undefined;
}

/** Keys of the queries of markdown. */
export const markdownKeys = {
  rendered: ({ project, isWiki = false }: MarkdownContext, text: string) => ['markdown', project, isWiki, text],
} as const;

interface Waiting {
  text: string;
  resolve: (html: string) => void;
  reject: (error: unknown) => void;
}

/** Texts that wait for the next request, by their context. */
const waiting = new Map<string, Waiting[]>();

/** Renders Markdown as HTML. */
export async function renderMarkdown(text: string, context: MarkdownContext = {}): Promise<string> {
  const early = context.isWiki === true ? undefined : await takeEarlyText(context.project, text);
  return early ?? enqueue(text, context);
}

function enqueue(text: string, context: MarkdownContext): Promise<string> {
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(sendWaiting);
    const key = JSON.stringify(context);
    waiting.set(key, [...(waiting.get(key) ?? []), { text, resolve, reject }]);
  });
}

function sendWaiting(): void {
  const all = [...waiting];
  waiting.clear();
  const limits = markdownLimits(isSignedIn());
  for (const [key, texts] of all)
    for (const batch of batchesOf(texts, limits)) void send(JSON.parse(key) as MarkdownContext, batch);
}

async function send({ project, isWiki }: MarkdownContext, batch: readonly Waiting[]): Promise<void> {
  try {
    const body = {
      texts: batch.map(({ text }) => text),
      ...(project !== undefined && { project }),
      ...(isWiki && { wiki: true }),
    };
    const { texts } = await unwrap(api.POST('/api/v4/markdown/texts', { body }));
    batch.forEach(({ resolve }, index) => resolve(texts[index]?.html ?? ''));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
