import type { MarkdownRenderer } from '@forgemesh/markdown';
import type { Clients } from '#clients';

/** Dependencies of rendering Markdown. */
export interface MarkdownDeps {
  clients: Pick<Clients, 'referenceLinks'>;
  /** Renders Markdown by the settings of the instance. */
  markdown: MarkdownRenderer;
}
