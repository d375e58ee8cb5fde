/** PlantUML diagrams: code blocks that become pictures of a PlantUML server. */
import { deflateRawSync } from 'node:zlib';
import type { MarkdownIt as Parser } from 'markdown-it';

const LANGUAGE = 'plantuml';
/** Servers refuse longer request lines. */
const MAX_ENCODED_LENGTH = 6_000;
/** Longer diagrams do not become short enough. */
const MAX_SOURCE_LENGTH = 100_000;

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=';
const plantumlDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_0';

/** URL of the PlantUML server, as environment of the rendering. */
export interface PlantumlEnvironment {
  plantumlUrl?: string | undefined;
}

/**
 * Returns the address of a diagram: its compressed source in the alphabet of PlantUML. Undefined:
 * the source is too long for an address.
 */
export function diagramAddress(source: string, serverUrl: string): string | undefined {
  if (source.length > MAX_SOURCE_LENGTH) return undefined;
  const compressed = deflateRawSync(source, { level: 9 }).toString('base64');
  const encoded = [...compressed].map((digit) => plantumlDigits[base64Digits.indexOf(digit)]).join('');
  return encoded.length > MAX_ENCODED_LENGTH ? undefined : `${serverUrl}/png/${encoded}`;
}

/** Shows code blocks of PlantUML as diagrams if the environment names a server. */
export function plantuml(parser: Parser): void {
  const showCode = parser.renderer.rules.fence;
  parser.renderer.rules.fence = (tokens, index, options, environment, renderer) => {
    const { plantumlUrl } = environment as PlantumlEnvironment;
    const { info = '', content = '' } = tokens[index] ?? {};
    const isDiagram = plantumlUrl !== undefined && info.trim().split(/\s/, 1)[0]?.toLowerCase() === LANGUAGE;
    const address = isDiagram ? diagramAddress(content, plantumlUrl) : undefined;
    if (address === undefined) return showCode?.(tokens, index, options, environment, renderer) ?? '';
    return `<p><img src="${parser.utils.escapeHtml(address)}" alt="PlantUML diagram" class="plantuml"></p>\n`;
  };
}
