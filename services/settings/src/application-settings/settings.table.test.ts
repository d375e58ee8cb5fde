/**
 * The table of settings and the contract declare the same settings, with the same types, names and
 * secrets.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOption, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { parseDescriptors } from '@forgemesh/rpc';
import { param } from '@forgemesh/proto/options/param';
import type { Setting } from './setting-kinds';
import { settings, settingsTable } from './settings.table';

const registry = parseDescriptors(readFileSync(require.resolve('@forgemesh/proto/descriptors/settings.binpb')));
const request = messageOf('UpdateApplicationSettingsRequest');
const response = messageOf('ApplicationSettings');
const instance = { hostname: 'forge.example', storages: ['default'] };

function messageOf(name: string): DescMessage {
  const message = registry.getMessage(`forgemesh.settings.v1.${name}`);
  if (!message) throw new Error(`no message ${name}`);
  return message;
}

function typeOf(field: DescField | undefined): string | undefined {
  if (!field) return undefined;
  const type = ScalarType[field.scalar as ScalarType];
  return field.fieldKind === 'list' ? `${type}[]` : type;
}

const numbers = ['INT32', 'INT64'];
const requestTypes: Record<Setting['kind'], string[]> = {
  flag: ['BOOL'],
  integer: numbers,
  number: ['DOUBLE'],
  decimal: ['DOUBLE'],
  text: ['STRING'],
  texts: ['STRING[]'],
  integers: ['INT64[]'],
};
const responseTypes = { ...requestTypes, decimal: ['STRING'] };

function fieldsOf(message: DescMessage): Map<string, DescField> {
  return new Map(message.fields.map((field) => [field.name, field]));
}

describe('the table of settings', () => {
  it('names the parameters of a change', () => {
    const names = settings.flatMap(([name, { raw }]) => [name, ...(raw ? [raw] : [])]);
    expect(request.fields.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it('names the fields of the response', () => {
    const names = settings.flatMap(([name, { aliases = [], raw }]) => [name, ...aliases, ...(raw ? [raw] : [])]);
    const expected = ['id', 'created_at', 'updated_at', ...names];
    const [shown, internal] = [false, true].map((isInternal) =>
      response.fields
        .filter((field) => getOption(field, param).internal === isInternal)
        .map(({ name }) => name)
        .sort(),
    );
    expect(shown).toEqual(expected.sort());
    const fed: (string | undefined)[] = settings.flatMap(([, { explicitAs, sinceAs }]) => [explicitAs, sinceAs]);
    // Not settings: whether nodes are registered, and the secrets of the calling service.
    fed.push('has_geo_nodes', 'secrets');
    expect(internal).toEqual(fed.filter((name) => name !== undefined).sort());
  });

  it.each(settings)('agrees with the contract on %s', (name, setting) => {
    const given = fieldsOf(request).get(name) as DescField;
    const rules = getOption(given, param);
    expect(requestTypes[setting.kind]).toContain(typeOf(given));
    expect(rules.aliases).toEqual(setting.aliases ?? []);
    const isNullable = setting.defaultOf(instance) === null || setting.nullable === true;
    expect(rules.nullable).toBe(isNullable || setting.explicitAs !== undefined || given.fieldKind === 'list');
    expect(given.fieldKind === 'list' || given.proto.proto3Optional).toBe(true);
    for (const shown of [name, ...(setting.aliases ?? [])]) {
      const field = fieldsOf(response).get(shown) as DescField;
      expect(responseTypes[setting.kind]).toContain(typeOf(field));
      const canBeAbsent = isNullable || setting.tier !== undefined || setting.isZeroSignificant === true;
      expect(field.fieldKind === 'list' || field.proto.proto3Optional === canBeAbsent).toBe(true);
    }
  });

  it.each(settings)('has a valid default for %s', (_name, { check, defaultOf }) => {
    const value = defaultOf(instance);
    expect(value === null ? undefined : check?.(value as never, instance)).toBeUndefined();
  });

  it('lists every setting in the README', () => {
    const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
    expect(settings.map(([name]) => name).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('keeps every key, token and password secret', () => {
    const named = settings.filter(([name]) => /(secret|private_key|api_key|client_key|token|password)(_|$)/.test(name));
    const shown = named.filter(([, { kind, secret }]) => kind === 'text' && !secret).map(([name]) => name);
    expect(shown).toEqual([]);
  });

  it('sends to services exactly the secrets that some service uses', () => {
    const used = settings.filter(([, { readers = [] }]) => readers.length > 0);
    expect(used.filter(([, { secret }]) => secret !== true)).toEqual([]);
    expect(
      messageOf('SecretSettings')
        .fields.map(({ name }) => name)
        .sort(),
    ).toEqual(used.map(([name]) => name).sort());
  });

  it('requires only settings that exist', () => {
    const required = settings.flatMap(([, { requires = [], needs = [], presenceOf, atMost, atLeast }]) => [
      ...requires,
      ...needs,
      ...[presenceOf, atMost, atLeast].filter((name) => name !== undefined),
    ]);
    expect(required.filter((name) => !Object.hasOwn(settingsTable, name))).toEqual([]);
  });
});
