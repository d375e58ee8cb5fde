/** Every operation of the REST API, as declared by the protos. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOption, ScalarType, type DescField } from '@bufbuild/protobuf';
import { listOperations, parseDescriptors, type OperationContract } from '@forgemesh/rpc';
import { Format, param } from '@forgemesh/proto/options/param';

const folder = join(__dirname, '../../proto/gen/descriptors');

/** The operations of all services. */
export const operations: readonly OperationContract[] = readdirSync(folder).flatMap((file) =>
  listOperations(parseDescriptors(readFileSync(join(folder, file)))),
);

/** Method and first path, as used in test names. */
export const routeOf = ({ httpMethod, paths }: OperationContract): string => `${httpMethod} ${paths[0]}`;

/** A path of an operation with this `id`; its other parameters refer to nothing that exists. */
export function pathTo({ paths, input }: OperationContract, id = '999999999'): string {
  return (paths[0] as string).replace(/\{(\w+)(?:=\*\*)?\}/g, (_, name: string) => {
    if (name === 'id') return id;
    const field = input.fields.find((each) => each.name === name);
    return field?.fieldKind === 'scalar' && field.scalar === ScalarType.STRING ? 'nothing' : '999999999';
  });
}

/** Required parameters that are not in the path, with a value of their type. */
export function requiredParams({ paths, input }: OperationContract): Record<string, unknown> {
  const fields = input.fields.filter(({ name }) => !paths[0]?.includes(`{${name}}`));
  return Object.fromEntries(
    fields.filter((field) => getOption(field, param).required).map((field) => [field.name, valueFor(field)]),
  );
}

function valueFor(field: DescField): unknown {
  const { oneOf, format, min } = getOption(field, param);
  if (field.fieldKind === 'list') return [];
  if (field.fieldKind !== 'scalar') return {};
  if (oneOf.length > 0) return oneOf[0];
  if (format === Format.DATE) return '2030-01-01';
  if (format === Format.DATETIME) return '2030-01-01T00:00:00Z';
  if (field.scalar === ScalarType.STRING) return 'nothing';
  return field.scalar === ScalarType.BOOL ? true : (min ?? 1);
}
