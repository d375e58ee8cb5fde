/** Removes HTML that is not safe to show next to the content of other users. */
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import { proxiedAddress, type AssetProxy } from './asset-proxy';

/** Deeper elements are removed, because programs that show HTML may fail on them. */
const MAX_DEPTH = 200;

/** Attribute with the address of a picture that is loaded through the proxy. */
const CANONICAL_ADDRESS = 'data-canonical-src';

const textTags = ['a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'em', 'i', 'img', 'input', 'ins', 'kbd', 'mark'];
const moreTextTags = ['q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'tt', 'u', 'var'];
const blockTags = ['blockquote', 'details', 'div', 'dl', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr'];
const moreBlockTags = ['li', 'ol', 'p', 'pre', 'summary', 'ul'];
const tableTags = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

const options: IOptions = {
  allowedTags: [...textTags, ...moreTextTags, ...blockTags, ...moreBlockTags, ...tableTags],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', CANONICAL_ADDRESS],
    input: ['type', 'disabled', 'checked'],
    ol: ['start'],
    td: ['style', 'colspan', 'rowspan'],
    th: ['style', 'colspan', 'rowspan'],
    details: ['open'],
  },
  allowedClasses: { code: [/^language-[\w+#.-]+$/], li: ['task-list-item'], img: ['plantuml'] },
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
 * With a proxy, pictures of other hosts are loaded through it.
 */
export function sanitize(html: string, proxy?: AssetProxy): string {
  const img = (tagName: string, attribs: Attributes) => ({ tagName, attribs: pictureAttributes(attribs, proxy) });
  return sanitizeHtml(html, { ...options, transformTags: { ...options.transformTags, img } });
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
