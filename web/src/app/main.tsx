/** Starts the pages. */
import { createRoot } from 'react-dom/client';
import { App } from './app';
import '#styles/tokens.css';
import '#styles/base.css';
import '#styles/components.css';
import '#styles/markdown.css';
import '#styles/print.css';

/** Tells developers why a page was replaced by the one that says so. */
function reportFailure(error: unknown): void {
  console.error('The page failed', error);
}

function start(): void {
  const container = document.getElementById('root');
  if (container) createRoot(container, { onCaughtError: reportFailure }).render(<App />);
  // The script that starts the loading may be faster than the document.
  else document.addEventListener('DOMContentLoaded', start, { once: true });
}

start();
