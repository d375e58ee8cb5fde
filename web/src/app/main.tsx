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

const container = document.getElementById('root');
if (container) createRoot(container, { onCaughtError: reportFailure }).render(<App />);
