// Reduces the source information in descriptor sets to comments. Positions of elements would be
// half of a set, and each process would read and keep them.

import { protobuf, wellKnown } from './protobuf.ts';

/** @returns the serialized set with only the comments that precede elements */
export function keepComments(set: Uint8Array): Uint8Array {
  const { fromBinary, toBinary } = protobuf();
  const { FileDescriptorSetSchema } = wellKnown();
  const files = fromBinary(FileDescriptorSetSchema, set);
  for (const { sourceCodeInfo } of files.file) {
    if (!sourceCodeInfo) continue;
    sourceCodeInfo.location = sourceCodeInfo.location.filter(({ leadingComments }) => leadingComments);
    for (const location of sourceCodeInfo.location) location.span = [];
  }
  return toBinary(FileDescriptorSetSchema, files);
}
