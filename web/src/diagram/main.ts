/** The sandboxed frame that draws one diagram with Mermaid. */
import mermaid from 'mermaid';
import type { DiagramRequest, DiagramResponse } from './messages';
import './diagram.css';

const MAX_TEXT_SIZE = 50_000;
const MAX_EDGES = 500;

function report(response: DiagramResponse): void {
  // The page cannot be named from a frame without an origin; the response has nothing secret.
  window.parent.postMessage(response, '*');
}

async function draw({ source, isDark }: DiagramRequest): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    // The default layout engine is not part of the build.
    layout: 'dagre',
    theme: isDark ? 'dark' : 'default',
    maxTextSize: MAX_TEXT_SIZE,
    maxEdges: MAX_EDGES,
  });
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  const { svg } = await mermaid.render('diagram', source);
  document.body.innerHTML = svg;
  const measure = (): void => {
    const title = document.querySelector('svg > title')?.textContent ?? '';
    report({ type: 'drawn', height: document.body.scrollHeight, title });
  };
  measure();
  new ResizeObserver(measure).observe(document.body);
}

window.addEventListener(
  'message',
  ({ source, data }: MessageEvent<DiagramRequest>) => {
    if (source !== window.parent) return;
    draw(data).catch((error: unknown) =>
      report({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  },
  { once: true },
);
report({ type: 'ready' });
