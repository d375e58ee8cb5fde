import { parseDocument, type CollectionTag } from 'yaml';

/** Longest definition that is parsed: the parser runs on the thread that answers all calls. */
const MAX_DEFINITION_LENGTH = 100_000;
/** Deepest nesting of brackets on one line; the parser recurses. */
const MAX_DEPTH = 100;
/** Aliases of aliases grow exponentially: a definition that would expand to more is refused. */
const MAX_ALIASES = 100;

/** A mapping of YAML. */
export type Mapping = Record<string, unknown>;

/** `!reference [job, key]` stands for another part of the definition. */
const reference: CollectionTag = { tag: '!reference', collection: 'seq', identify: () => false };

/**
 * The mapping that a definition is. Throws an Error with a message for the author if it is none.
 */
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
    ...{
      version: '1.1',
      merge: true,
      uniqueKeys: false,
      logLevel: 'silent',
      customTags: (tags) => [...tags, reference],
    },
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
 * Brackets open at one moment, or dashes and question marks at the start of one line, nest without
 * an indentation of their own.
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
