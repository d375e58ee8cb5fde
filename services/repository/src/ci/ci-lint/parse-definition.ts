import { parseDocument, type CollectionTag } from 'yaml';

/** Maximum length of a definition: the parser blocks the thread that serves all calls. */
const MAX_DEFINITION_LENGTH = 100_000;
/** Maximum nesting of brackets on one line, because the parser is recursive. */
const MAX_DEPTH = 100;
/** Aliases of aliases grow exponentially: a definition with more aliases is rejected. */
const MAX_ALIASES = 100;

/** A YAML mapping. */
export type Mapping = Record<string, unknown>;

/** `!reference [job, key]` refers to another part of the definition. */
const reference: CollectionTag = { tag: '!reference', collection: 'seq', identify: () => false };

/** Parses a definition. Throws an Error with a message for the author if it is not a mapping. */
export function parseDefinition(content: string): Mapping {
  if (content.trim() === '') throw new Error('Please provide content of .gitlab-ci.yml');
  if (content.length > MAX_DEFINITION_LENGTH)
    throw new Error(`The definition is too long (maximum is ${MAX_DEFINITION_LENGTH} characters)`);
  if (isNestedTooDeeply(content)) throw new Error('The definition is nested too deeply');
  const config = parse(content);
  if (!isMapping(config)) throw new Error('Invalid configuration format');
  return config;
}

/** Whether a value is a mapping. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function parse(content: string): unknown {
  const document = parseDocument(content, {
    version: '1.1',
    merge: true,
    uniqueKeys: false,
    logLevel: 'silent',
    customTags: (tags) => [...tags, reference],
  });
  const [error] = document.errors;
  if (error) throw new Error(`Invalid YAML: ${error.message.split('\n')[0]?.replace(/:$/, '') ?? ''}`);
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (failure) {
    throw new Error(`Invalid YAML: ${failure instanceof Error ? failure.message : 'unknown error'}`, {
      cause: failure,
    });
  }
}

/**
 * Open brackets, or dashes and question marks at the start of one line, nest without indentation.
 */
function isNestedTooDeeply(content: string): boolean {
  let depth = 0;
  for (const character of content) {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth = Math.max(depth - 1, 0);
    if (depth > MAX_DEPTH) return true;
  }
  return content.split('\n').some((line) => {
    const start = /^[ \t?:-]*/.exec(line)?.[0] ?? '';
    return start.length > MAX_DEPTH * 2;
  });
}
