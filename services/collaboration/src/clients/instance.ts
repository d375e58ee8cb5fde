/** The instance that the service runs in. */
import type { Settings } from '@forgemesh/events';
import type { MarkdownRenderer } from '@forgemesh/markdown';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Urls } from './urls';

/** Settings and addresses of the instance. */
export interface Instance {
  settings: Settings<ApplicationSettings>;
  /** Renders Markdown by the settings. */
  markdown: MarkdownRenderer;
  urls: Urls;
}
