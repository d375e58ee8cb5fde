/**
 * Detects languages by file name and extension. Contents are not read: for an extension shared by
 * several languages, the other languages of the repository decide, else the most common meaning of
 * the extension.
 */
import { createRequire } from 'node:module';

interface Language {
  name: string;
  type: string;
  extensions: readonly string[];
  filenames: readonly string[];
}

/** The known languages and their indexes by key. */
interface Catalogue {
  typeOf: ReadonlyMap<string, string>;
  mainExtensionOf: ReadonlyMap<string, string | undefined>;
  byFilename: ReadonlyMap<string, string[]>;
  byExtension: ReadonlyMap<string, string[]>;
}

let loaded: Catalogue | undefined;

/** Loaded with the first file: the package has almost 800 modules. */
function catalogue(): Catalogue {
  return (loaded ??= readCatalogue());
}

function readCatalogue(): Catalogue {
  const entries = createRequire(__filename)('linguist-languages') as Record<string, Partial<Language>>;
  const languages: Language[] = Object.values(entries).flatMap(({ name, type, extensions = [], filenames = [] }) =>
    name && type ? [{ name, type, extensions: extensions.map((text) => text.toLowerCase()), filenames }] : [],
  );
  return {
    typeOf: new Map(languages.map(({ name, type }) => [name, type])),
    mainExtensionOf: new Map(languages.map(({ name, extensions }) => [name, extensions[0]])),
    byFilename: indexOf(languages, ({ filenames }) => filenames),
    byExtension: indexOf(languages, ({ extensions }) => extensions),
  };
}

/** The most common language of extensions that several languages share. */
const defaults: Readonly<Record<string, string>> = {
  '.as': 'ActionScript',
  '.asm': 'Assembly',
  '.bas': 'Visual Basic 6.0',
  '.cls': 'TeX',
  '.cs': 'C#',
  '.d': 'D',
  '.es': 'JavaScript',
  '.ex': 'Elixir',
  '.f': 'Fortran',
  '.for': 'Fortran',
  '.fs': 'F#',
  '.gd': 'GDScript',
  '.h': 'C',
  '.html': 'HTML',
  '.inc': 'PHP',
  '.json': 'JSON',
  '.l': 'Lex',
  '.m': 'Objective-C',
  '.md': 'Markdown',
  '.ml': 'OCaml',
  '.php': 'PHP',
  '.pl': 'Perl',
  '.pm': 'Perl',
  '.pp': 'Puppet',
  '.pro': 'Prolog',
  '.properties': 'INI',
  '.q': 'q',
  '.r': 'R',
  '.rs': 'Rust',
  '.s': 'Assembly',
  '.sc': 'Scala',
  '.sol': 'Solidity',
  '.sql': 'SQL',
  '.t': 'Perl',
  '.ts': 'TypeScript',
  '.tsx': 'TSX',
  '.txt': 'Text',
  '.v': 'Verilog',
  '.vue': 'Vue',
  '.w': 'CWeb',
  '.x': 'Logos',
  '.xml': 'XML',
  '.yml': 'YAML',
};

/** The deciding extension (the longest known one) and its languages; none for an unknown file. */
export function candidatesOf(path: string): { extension: string; languages: readonly string[] } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { byFilename, byExtension } = catalogue();
  const named = byFilename.get(name);
  if (named) return { extension: '', languages: named };
  const lower = name.toLowerCase();
  for (let dot = lower.indexOf('.'); dot >= 0; dot = lower.indexOf('.', dot + 1)) {
    const extension = lower.slice(dot);
    const found = byExtension.get(extension);
    if (found) return { extension, languages: found };
  }
  return { extension: '', languages: [] };
}

/**
 * Chooses the language with the most bytes elsewhere in the repository, else the most common one.
 */
export function chooseLanguage(
  extension: string,
  candidates: readonly string[],
  bytes: ReadonlyMap<string, number>,
): string | undefined {
  const present = candidates.filter((name) => bytes.has(name));
  const largest = present.toSorted((a, b) => (bytes.get(b) ?? 0) - (bytes.get(a) ?? 0))[0];
  return largest ?? defaults[extension] ?? candidates.find((name) => isPrimary(name, extension)) ?? candidates[0];
}

/** Whether a language is counted: data and prose are not. */
export function isCounted(language: string): boolean {
  const type = catalogue().typeOf.get(language);
  return type === 'programming' || type === 'markup';
}

function isPrimary(name: string, extension: string): boolean {
  return catalogue().mainExtensionOf.get(name) === extension;
}

function indexOf(
  languages: readonly Language[],
  keys: (language: Language) => readonly string[],
): ReadonlyMap<string, string[]> {
  const index = new Map<string, string[]>();
  for (const language of languages) {
    for (const key of new Set(keys(language))) index.set(key, [...(index.get(key) ?? []), language.name]);
  }
  return index;
}
