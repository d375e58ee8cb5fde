/**
 * The contract of a service that handles some operations of other services (delegated operations).
 */
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/**
 * Merges descriptor sets; RPCs of the other sets that this process does not handle lose their HTTP
 * options.
 */
export function withDelegatedOperations(
  own: Uint8Array,
  others: readonly Uint8Array[],
  handledRpcs: ReadonlySet<string>,
): Buffer<ArrayBuffer> {
  const set = fromBinary(FileDescriptorSetSchema, own);
  const included = new Set(set.file.map(({ name }) => name));
  for (const { file: files } of others.map((bytes) => fromBinary(FileDescriptorSetSchema, bytes))) {
    for (const file of files.filter(({ name }) => !included.has(name))) {
      included.add(file.name);
      for (const service of file.service)
        for (const method of service.method)
          // Without its options an RPC is internal. It is not removed, because comments refer to it
          // by its index.
          if (!handledRpcs.has(`/${file.package}.${service.name}/${method.name}`)) delete method.options;
      set.file.push(file);
    }
  }
  return Buffer.from(toBinary(FileDescriptorSetSchema, set));
}
