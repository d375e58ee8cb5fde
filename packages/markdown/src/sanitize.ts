/** Removes HTML that is not safe to show next to the content of other users. */
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import { ALERT_TITLES } from './alerts';
import { proxiedAddress, type AssetProxy } from './asset-proxy';
import { ID_PREFIX } from './headings';
import { LABEL_COLOR, REFERENCE_TYPE } from './named-links';
import { TASK_LINE } from './task-lists';

/** Deeper elements are removed, because programs that show HTML may fail on them. */
const MAX_DEPTH = 200;

/** Attribute with the address of a picture that is loaded through the proxy. */
const CANONICAL_ADDRESS = 'data-canonical-src';

const textTags = ['a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'em', 'i', 'img', 'input', 'ins', 'kbd', 'mark'];
const moreTextTags = ['q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'tt', 'u', 'var'];
const headingTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const blockTags = [...headingTags, 'blockquote', 'details', 'div', 'dl', 'dt', 'dd', 'hr'];
const moreBlockTags = ['li', 'ol', 'p', 'pre', 'section', 'summary', 'ul'];
const tableTags = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

const alertClasses = Object.keys(ALERT_TITLES).map((kind) => `markdown-alert-${kind}`);

/** Ids of the rendering itself; others could be mistaken for those of the page. */
const ownId = new RegExp(`^${ID_PREFIX}[\\p{L}\\p{M}\\p{N}_-]+$`, 'u');
const color = /^#[\da-f]{6}$/i;
const referenceType = /^[a-z_]{1,20}$/;
const attributeRules = { id: ownId, [LABEL_COLOR]: color, [REFERENCE_TYPE]: referenceType };
const lineNumber = /^[1-9]\d{0,6}$/;

const options: IOptions = {
  allowedTags: [...textTags, ...moreTextTags, ...blockTags, ...moreBlockTags, ...tableTags],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'id', REFERENCE_TYPE, LABEL_COLOR],
    img: ['src', 'alt', 'title', 'width', 'height', CANONICAL_ADDRESS],
    input: ['type', 'disabled', 'checked', TASK_LINE],
    li: ['id'],
    ol: ['start'],
    td: ['style', 'colspan', 'rowspan'],
    th: ['style', 'colspan', 'rowspan'],
    details: ['open'],
    ...Object.fromEntries(headingTags.map((tag) => [tag, ['id']])),
  },
  allowedClasses: {
    a: ['footnote-backref', 'reference', 'wiki-link'],
    code: [/^language-[\w+#.-]+$/],
    div: ['math', 'math-display', 'markdown-alert', ...alertClasses],
    img: ['plantuml'],
    li: ['footnote-item', 'task-list-item'],
    p: ['markdown-alert-title'],
    section: ['footnotes'],
    span: ['math', 'math-inline'],
    sup: ['footnote-ref'],
    ul: ['table-of-contents'],
  },
  allowedStyles: { '*': { 'text-align': [/^(left|center|right)$/] } },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: MAX_DEPTH,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...onlyValid(attribs, attributeRules), rel: 'nofollow noreferrer noopener' },
    }),
    li: withValidId,
    ...Object.fromEntries(headingTags.map((tag) => [tag, withValidId])),
    // No other controls, and none that can be used.
    input: (tagName, { checked, [TASK_LINE]: line }) => {
      const attribs: Attributes = { type: 'checkbox', disabled: '' };
      if (checked !== undefined) attribs['checked'] = '';
      if (line !== undefined && lineNumber.test(line)) attribs[TASK_LINE] = line;
      return { tagName, attribs };
    },
  },
};

/**
 * Removes everything that could execute, deceive, or lead anywhere but to web and mail addresses.
 * With a proxy, pictures of other hosts are loaded through it.
 */
export function sanitize(html: string, proxy?: AssetProxy): string {
  const img = (tagName: string, attribs: Attributes) => ({ tagName, attribs: pictureAttributes(attribs, proxy) });
  return sanitizeHtml(html, { ...options, transformTags: { ...options.transformTags, img } });
}

function withValidId(tagName: string, attribs: Attributes): { tagName: string; attribs: Attributes } {
  return { tagName, attribs: onlyValid(attribs, attributeRules) };
}

/** Removes the attributes whose value does not match their pattern. */
function onlyValid(attributes: Attributes, patterns: Readonly<Record<string, RegExp>>): Attributes {
  const isValid = ([name, value]: [string, string]): boolean => patterns[name]?.test(value) ?? true;
  return Object.fromEntries(Object.entries(attributes).filter(isValid));
}

/** Only the proxy sets the canonical address, whatever the text says. */
function pictureAttributes(
  { [CANONICAL_ADDRESS]: _written, ...attributes }: Attributes,
  proxy: AssetProxy | undefined,
): Attributes {
  const { src } = attributes;
  if (!proxy || src === undefined) return attributes;
  const address = proxiedAddress(src, proxy);
  return address === src ? attributes : { ...attributes, src: address, [CANONICAL_ADDRESS]: src };
}
