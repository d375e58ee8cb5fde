/** Settings of the API that have no words in the catalogue, from the OpenAPI document. */
import { t } from '@lingui/core/macro';
import { check, choice, line, number, secret, text, type AnyField } from '#components/settings/fields';
import { SETTINGS_PATH } from '#data/application-settings';
import { settingsTopics } from './settings-catalogue';

/** The part of the document that describes the settings. */
export interface OpenApiDocument {
  paths: Record<
    string,
    { put?: { requestBody?: { content: Record<string, { schema: { properties: Properties } }> } } }
  >;
}

type Properties = Record<string, Property>;

interface Property {
  type?: string | string[];
  enum?: (string | number | null)[];
  description?: string;
}

/** The settings that are in no topic. */
export interface OtherSettings {
  /** Those that the instance uses, by their names in the API. */
  fields: Record<string, AnyField>;
  /** Those without effect on this instance, with the description of the API. */
  withoutEffect: { name: string; description: string }[];
}

/** A deprecated setting only changes one of these. */
const noEffect = /Not supported|Stored for user interfaces|Deprecated/;

/** Returns the settings of the document that the catalogue does not have. */
export function otherSettings(document: OpenApiDocument): OtherSettings {
  const properties =
    document.paths[SETTINGS_PATH]?.put?.requestBody?.content['application/json']?.schema.properties ?? {};
  const known = new Set(settingsTopics.flatMap(({ fields }) => Object.keys(fields)));
  const names = Object.keys(properties);
  // Lists have a second setting with one entry per line.
  const others = names.filter((name) => !known.has(name) && !names.includes(`${name}_raw`));
  const described = others.map((name) => ({ name, description: textOf(properties[name] ?? {}) }));
  const isUsed = ({ name, description }: { name: string; description: string }): boolean =>
    !noEffect.test(description) && !isOfUnusedFeature(name, { names, properties });
  const used = described.filter(isUsed).flatMap(({ name, description }) => {
    const field = fieldOf(name, { ...properties[name], description });
    return field ? [[name, field] as const] : [];
  });
  const shown = new Set<string>(used.map(([name]) => name));
  return {
    fields: Object.fromEntries(used),
    withoutEffect: described.filter(({ name }) => !shown.has(name)),
  };
}

/** Returns the description without marks and line breaks. */
function textOf({ description = '' }: Property): string {
  return description.replaceAll('`', '').replace(/\s+/g, ' ');
}

/** Whether a setting belongs to a feature, such as `slack`, whose switch has no effect. */
function isOfUnusedFeature(
  name: string,
  { names, properties }: { names: readonly string[]; properties: Properties },
): boolean {
  const [feature] = name.split('_');
  const switches = names.filter((other) => other.startsWith(`${feature}_`) && properties[other]?.type === 'boolean');
  return switches.length > 0 && switches.every((other) => noEffect.test(textOf(properties[other] ?? {})));
}

function fieldOf(name: string, { type = 'string', enum: values, description = '' }: Property): AnyField | undefined {
  const hint = { hint: description };
  const [main] = [type].flat().filter((one) => one !== 'null');
  if (values) {
    const options = values.filter((value) => value !== null && value !== 'nil').map((value) => String(value));
    return choice(
      name,
      options.map((value) => ({ value, text: value === '' ? t`none` : value })),
      hint,
    );
  }
  if (main === 'boolean') return check(name, hint);
  if (main === 'integer' || main === 'number') return number(name, hint);
  if (main !== 'string') return undefined;
  if (description.includes('Write-only')) return secret(name, hint);
  return name.endsWith('_raw') ? text(name, hint) : line(name, hint);
}
