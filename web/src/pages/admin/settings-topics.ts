/** The settings of the instance as fields, from the OpenAPI document that describes them. */
import { check, choice, line, number, secret, text, type AnyField } from '#components/settings/fields';
import { SETTINGS_PATH } from '#data/application-settings';

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

/** Settings of one topic. */
export interface SettingsTopic {
  topic: string;
  title: string;
  fields: Record<string, AnyField>;
}

/** Topics in the order of the page; a setting belongs to the first whose pattern matches. */
const topics: readonly { topic: string; title: string; pattern: RegExp }[] = [
  { topic: 'rates', title: 'Rate limits', pattern: /^throttle_|protected_paths|raw_blob_request_limit|unique_ips/ },
  {
    topic: 'services',
    title: 'External services',
    pattern: /^(akismet|asset_proxy|dashboard|external_auth\w*|plantuml|sourcegraph|static_objects)_/,
  },
  {
    topic: 'sign-in',
    title: 'Sign-in and users',
    pattern:
      /password|two_factor|session_|domain_|terms|user_|access_token_lifetime|send_user_confirmation|_limit$.*project/,
  },
  {
    topic: 'keys',
    title: 'Keys and git',
    pattern: /key_restriction|git_access|receive_max|clone_url|storages|housekeeping/,
  },
  {
    topic: 'projects',
    title: 'Projects and groups',
    pattern: /visibility|default_|project|import|deletion_|commit_email/,
  },
  {
    topic: 'network',
    title: 'Network and webhooks',
    pattern: /local_requests|dns_|outbound|hooks|mirror|geo_|push_event/,
  },
  { topic: 'limits', title: 'Limits and retention', pattern: /_size|_limit|max_|retention/ },
  { topic: 'other', title: 'Other settings', pattern: /./ },
];

/** These have no effect in this product. */
const unused = /Not supported|Stored for user interfaces/;

/** Returns the settings that the instance uses, by topic. */
export function settingsByTopic(document: OpenApiDocument): SettingsTopic[] {
  const sent = document.paths[SETTINGS_PATH]?.put?.requestBody?.content['application/json']?.schema.properties ?? {};
  const used = Object.entries(sent)
    .map(([name, property]): [string, Property] => [name, { ...property, description: textOf(property) }])
    .filter(([, { description = '' }]) => !unused.test(description));
  const properties: Properties = Object.fromEntries(used);
  const names = Object.keys(properties);
  const isUsed = (name: string): boolean => isPartOfUsed(name, names, properties);
  // Lists have a second setting with one entry per line.
  const shown = names.filter((name) => !names.includes(`${name}_raw`) && isUsed(name));
  const topicOf = (name: string): string | undefined => topics.find(({ pattern }) => pattern.test(name))?.topic;
  return topics
    .map(({ topic, title }) => ({
      topic,
      title,
      fields: Object.fromEntries(
        shown.flatMap((name) => {
          const field = topicOf(name) === topic ? fieldOf(name, properties[name] ?? {}) : undefined;
          return field ? [[name, field] as const] : [];
        }),
      ),
    }))
    .filter(({ fields }) => Object.keys(fields).length > 0);
}

/** Returns the description without marks and line breaks. */
function textOf({ description = '' }: Property): string {
  return description.replaceAll('`', '').replace(/\s+/g, ' ');
}

/** A secret of a feature without any other setting is not used either. */
function isPartOfUsed(name: string, names: readonly string[], properties: Properties): boolean {
  const isSecret = (one: string): boolean => properties[one]?.description?.includes('Write-only') === true;
  const [feature] = name.split('_');
  return !isSecret(name) || names.some((other) => !isSecret(other) && other.startsWith(`${feature}_`));
}

function fieldOf(name: string, { type = 'string', enum: values, description = '' }: Property): AnyField | undefined {
  const words = name.replace(/_raw$/, '').replaceAll('_', ' ');
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  const hint = { hint: description };
  const [main] = [type].flat().filter((one) => one !== 'null');
  if (values) {
    const options = values.filter((value) => value !== null && value !== 'nil').map((value) => String(value));
    return choice(
      label,
      options.map((value) => ({ value, text: value === '' ? 'none' : value })),
      hint,
    );
  }
  if (main === 'boolean') return check(label, hint);
  if (main === 'integer' || main === 'number') return number(label, hint);
  if (main !== 'string') return undefined;
  // A private key has several lines.
  if (description.includes('Write-only') && !/client_key$/.test(name)) return secret(label, hint);
  return /_raw$|terms$|_text$|_client_(cert|key)$/.test(name) ? text(label, hint) : line(label, hint);
}
