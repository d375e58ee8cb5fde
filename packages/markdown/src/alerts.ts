/**
 * Alerts: quotes whose first line is `[!note]`, `[!tip]`, `[!important]`, `[!warning]` or
 * `[!caution]`, with an optional title after it.
 */
import type { MarkdownIt as Parser, Token } from 'markdown-it';

/** The kinds of alerts, with the title of those that have none of their own. */
export const ALERT_TITLES: Readonly<Record<string, string>> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
};

const marker = new RegExp(`^\\[!(${Object.keys(ALERT_TITLES).join('|')})\\][ \\t]*(.*)$`, 'i');

/** Adds alerts to a parser. */
export function alerts(parser: Parser): void {
  parser.core.ruler.after('block', 'alerts', (state) => {
    const open: (Token | undefined)[] = [];
    state.tokens = state.tokens.flatMap((token, index, tokens) => {
      if (token.type === 'blockquote_open') {
        const alert = alertAt(tokens, index);
        open.push(alert && token);
        if (!alert) return [token];
        token.tag = 'div';
        token.attrSet('class', `markdown-alert markdown-alert-${alert.kind}`);
        return [token, ...titleOf(alert.title, token, state.Token)];
      }
      if (token.type === 'blockquote_close' && open.pop()) token.tag = 'div';
      return [token];
    });
  });
}

interface Alert {
  kind: string;
  title: string;
}

/** Removes the marker from the quote that begins at `index`; undefined: it is a plain quote. */
function alertAt(tokens: readonly Token[], index: number): Alert | undefined {
  const text = tokens[index + 2];
  if (tokens[index + 1]?.type !== 'paragraph_open' || text?.type !== 'inline') return undefined;
  const [first = '', ...rest] = text.content.split('\n');
  const [, name = '', title = ''] = marker.exec(first) ?? [];
  const kind = name.toLowerCase();
  if (kind === '') return undefined;
  text.content = rest.join('\n');
  return { kind, title: title.trim() || (ALERT_TITLES[kind] ?? '') };
}

function titleOf(title: string, quote: Token, NewToken: typeof Token): Token[] {
  const open = new NewToken('paragraph_open', 'p', 1);
  open.attrSet('class', 'markdown-alert-title');
  const text = new NewToken('inline', '', 0);
  text.content = title;
  text.children = [];
  text.map = quote.map;
  return [open, text, new NewToken('paragraph_close', 'p', -1)];
}
