/** Removes HTML that is not safe to show next to the content of other users. */
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';

/** Deeper elements are removed, because programs that show HTML may fail on them. */
const MAX_DEPTH = 200;

const textTags = ['a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'em', 'i', 'img', 'input', 'ins', 'kbd', 'mark'];
const moreTextTags = ['q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'tt', 'u', 'var'];
const blockTags = ['blockquote', 'details', 'div', 'dl', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'];
const moreBlockTags = ['li', 'ol', 'p', 'pre', 'summary', 'ul'];
const tableTags = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

const options: IOptions = {
  allowedTags: [...textTags, ...moreTextTags, ...blockTags, ...moreBlockTags, ...tableTags],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    input: ['type', 'disabled', 'checked'],
    ol: ['start'],
    td: ['style', 'colspan', 'rowspan'],
    th: ['style', 'colspan', 'rowspan'],
    details: ['open'],
  },
  allowedClasses: { code: [/^language-[\w+#.-]+$/], li: ['task-list-item'] },
  allowedStyles: { '*': { 'text-align': [/^(left|center|right)$/] } },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: MAX_DEPTH,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow noreferrer noopener' } }),
    // No other controls, and none that can be used.
    input: (tagName, { checked }) => ({
      tagName,
      attribs: { type: 'checkbox', disabled: '', ...(checked !== undefined && { checked: '' }) } as Attributes,
    }),
  },
};

/**
 * Removes everything that could execute, deceive, or lead anywhere but to web and mail addresses.
 */
export function sanitize(html: string): string {
  return sanitizeHtml(html, options);
}
