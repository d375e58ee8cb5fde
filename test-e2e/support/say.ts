/**
 * Texts of the pages in the language of a story. A story is written once, with the English texts,
 * and runs in several languages:
 *
 *     describe.each([english, german])('a day in $name', ({ tag, say }) => {
 *       ... page.getByRole('button', { name: say('Merge') })
 */
import { parse, type Select } from '@messageformat/parser';
import { entryKey, readCatalogue } from './catalogue';

/** Templates with less of their own text would match any text. */
const RECOGNIZABLE = /\p{L}{3}/u;

type Token = Select['cases'][number]['tokens'][number];

/**
 * Returns what the pages show for an English text as they show it, such as `2 files in conflict:`.
 * Throws if the catalogue has no such text: it is one of the API or a user, or it was changed.
 * `context` tells texts apart that are the same in English.
 */
export type Say = (text: string, context?: string) => string;

/** A language in which stories run. */
export interface StoryLanguage {
  /** The name, for titles. */
  name: string;
  /** The tag of BCP 47, for the browser. */
  tag: string;
  say: Say;
}

/** A text with placeholders. */
interface Template {
  key: string;
  /** Finds the values of the placeholders in an English text. */
  pattern: RegExp;
  /** Placeholders, by their groups in the pattern. */
  names: string[];
  /** What is not a placeholder. */
  ownText: string;
}

interface Catalogue {
  /** Translations, by the keys of their entries. */
  translations: Map<string, string>;
  /** Those with placeholders, the longest first. */
  templates: Template[];
}

export const english: StoryLanguage = { name: 'English', tag: 'en', say: sayIn('en') };
export const german: StoryLanguage = { name: 'German', tag: 'de', say: sayIn('de') };

/** Matches texts that begin with a text. */
export function startingWith(text: string): RegExp {
  return new RegExp(`^${escape(text)}`);
}

function sayIn(language: string): Say {
  let loaded: Catalogue | undefined;
  return (text, context) => {
    // English has no catalogue; another one says whether a text exists.
    const catalogue = (loaded ??= loadCatalogue(language === 'en' ? 'de' : language));
    const { text: translation, found } = translate(catalogue, language, text, context);
    if (found === 0) throw new Error(`The catalogues lack “${entryKey(text, context)}”`);
    return language === 'en' ? text : translation;
  };
}

function loadCatalogue(language: string): Catalogue {
  const translations = readCatalogue(language);
  const keys = [...translations.keys()];
  const templates = keys
    .filter((key) => /[{<]/.test(key))
    .map(templateOf)
    .filter(({ ownText }) => RECOGNIZABLE.test(ownText))
    .sort((one, other) => other.ownText.length - one.ownText.length);
  return { translations, templates };
}

/** A translation, and how many letters of the English text were found in the catalogue. */
interface Translation {
  text: string;
  found: number;
}

/** Translates a text or a value in it, which may be a text, too. */
function translate(catalogue: Catalogue, language: string, text: string, context?: string): Translation {
  const translation = catalogue.translations.get(entryKey(text, context));
  if (translation !== undefined) return { text: translation, found: text.length };
  let best: Translation = { text, found: 0 };
  if (context !== undefined) return best;
  for (const { key, pattern, names, ownText } of catalogue.templates) {
    const match = pattern.exec(text);
    if (!match) continue;
    const values = new Map<string, string>();
    let found = ownText.length;
    for (const [index, name] of names.entries()) {
      const value = match[index + 1];
      if (value === undefined) continue;
      const translated = translate(catalogue, language, value);
      values.set(name, translated.text);
      found += translated.found;
    }
    if (found > best.found)
      best = { text: format(parseText(catalogue.translations.get(key) ?? ''), language, values), found };
  }
  return best;
}

function format(tokens: Token[], language: string, values: ReadonlyMap<string, string>, number = ''): string {
  return tokens
    .map((token) => {
      if (token.type === 'content') return token.value;
      if (token.type === 'octothorpe') return number;
      const value = values.get(token.arg) ?? '';
      if (token.type !== 'plural') return value;
      const form = new Intl.PluralRules(language).select(Number(value));
      const chosen = token.cases.find(({ key }) => key === form) ?? token.cases.at(-1);
      return format(chosen?.tokens ?? [], language, values, value);
    })
    .join('');
}

function templateOf(key: string): Template {
  const names: string[] = [];
  const tokens = parseText(key);
  return {
    key,
    pattern: new RegExp(`^${patternOf(tokens, names)}$`, 's'),
    names,
    ownText: ownTextOf(tokens),
  };
}

function ownTextOf(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'content') return token.value;
      return token.type === 'plural' ? ownTextOf(token.cases.at(-1)?.tokens ?? []) : '';
    })
    .join('');
}

/**
 * Returns the pattern of a text. Adds the placeholder of each of its groups to `names`; `number` is
 * that of a plural.
 */
function patternOf(tokens: Token[], names: string[], number = ''): string {
  return tokens
    .map((token) => {
      if (token.type === 'content') return escape(token.value);
      if (token.type === 'plural') {
        const forms = token.cases.map((form) => patternOf(form.tokens, names, token.arg));
        return `(?:${forms.join('|')})`;
      }
      names.push(token.type === 'octothorpe' ? number : token.arg);
      return token.type === 'octothorpe' ? '(\\d+)' : '(.+?)';
    })
    .join('');
}

/** Parses a text without tags, because browsers report the text of elements. */
function parseText(text: string): Token[] {
  return parse(text.replaceAll(/<\/?\d+\/?>/g, ''));
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
