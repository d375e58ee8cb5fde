/** The contract of a service that answers some operations of others in their place. */
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/**
 * A descriptor set with what it has and, of the other sets, what is handled: all else of them is no
 * operation here.
 */
export function withDelegatedOperations(
  own: Uint8Array,
  others: readonly Uint8Array[],
  handledRpcs: ReadonlySet<string>,
): Buffer<ArrayBuffer> {
  const set = fromBinary(FileDescriptorSetSchema, own);
  const known = new Set(set.file.map(({ name }) => name));
  for (const { file: files } of others.map((bytes) => fromBinary(FileDescriptorSetSchema, bytes))) {
    for (const file of files.filter(({ name }) => !known.has(name))) {
      known.add(file.name);
      for (const service of file.service)
        for (const method of service.method)
          // Without its options an RPC is internal. It stays, as comments are found by its place.
          if (!handledRpcs.has(`/${file.package}.${service.name}/${method.name}`)) delete method.options;
      set.file.push(file);
    }
  }
  return Buffer.from(toBinary(FileDescriptorSetSchema, set));
}
