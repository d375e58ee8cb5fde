/** HTML templates: inserted values are escaped, unless they are HTML pieces themselves. */
import { escapeHtml } from '@forgemesh/http';

/** A piece of HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | readonly Html[];

/** Creates a piece of HTML from a template. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, at) => (at === 0 ? '' : shown(parts[at - 1] as Part)) + text).join(''));
}

function shown(part: Part): string {
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escapeHtml(String(part));
}

/** Builds a whole page. */
export function pageOf(title: string, content: Html): Buffer {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/-/users/pages.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `;
  return Buffer.from(text);
}

/** Renders validation problems, one sentence each; empty if there are none. */
export function problemsOf(problems: readonly string[]): Html {
  if (problems.length === 0) return html``;
  return html`<ul class="problems" role="alert">
    ${problems.map((problem) => html`<li>${problem}</li>`)}
  </ul>`;
}
