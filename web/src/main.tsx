/** Starts the pages. */
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { startTheme } from './lib/theme';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/markdown.css';

startTheme();
const container = document.getElementById('root');
if (container) createRoot(container).render(<App />);
