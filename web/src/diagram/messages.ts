/** Messages between a page and the sandboxed frame that draws a diagram. */

/** Asks the frame to draw. */
export interface DiagramRequest {
  /** Source of the diagram in the language of Mermaid. */
  source: string;
  isDark: boolean;
}

/** What the frame reports. */
export type DiagramResponse =
  | { type: 'ready' }
  | {
      type: 'drawn';
      /** Height in pixels at the width of the frame. */
      height: number;
      /** Title of the diagram; empty if it has none. */
      title: string;
    }
  | { type: 'failed'; message: string };
