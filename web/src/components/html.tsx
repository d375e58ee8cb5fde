/**
 * HTML that the API rendered and sanitized. This is the only place where the pages create elements
 * from a string: the content policy allows it for the one policy below.
 */
import { useMemo, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';

interface HtmlPolicy {
  createHTML: (html: string) => string;
}

interface TrustedTypesWindow {
  trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy };
}

const rules: HtmlPolicy = { createHTML: (html) => html };
// Browsers without trusted types take the string itself.
const policy = (window as TrustedTypesWindow).trustedTypes?.createPolicy('forgemesh-html', rules) ?? rules;

/** Shows `html`, which must come from a field or response of the API that it sanitizes. */
export function SanitizedHtml({ html, className }: { html: string; className?: string }) {
  const navigate = useNavigate();
  const content = useMemo(() => ({ __html: policy.createHTML(html) }), [html]);
  /** Links to this instance open without loading the page again. */
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || link.target !== '') return;
    if (/^\/(api|uploads|oauth|-\/(docs|console))\//.test(link.pathname) || link.pathname.includes('/uploads/')) return;
    if (link.pathname === window.location.pathname && link.hash !== '') return;
    event.preventDefault();
    void navigate(`${link.pathname}${link.search}${link.hash}`);
  };
  return <div role="presentation" className={className} onClick={follow} dangerouslySetInnerHTML={content} />;
}
