/** Reads the comments of a contract: they are the descriptions of the reference. */
import type { DescField, DescFile, DescMessage, DescMethod, DescService } from '@bufbuild/protobuf';

// Numbers of the fields that lead to an element in a FileDescriptorProto, as comments are filed by.
const MESSAGES_OF_FILE = 4;
const SERVICES_OF_FILE = 6;
const MESSAGES_OF_MESSAGE = 3;
const FIELDS_OF_MESSAGE = 2;
const METHODS_OF_SERVICE = 2;

const indexes = new WeakMap<DescFile, Map<string, string>>();

/**
 * The leading comment of a message, field, service or method as one text; empty where there is
 * none.
 */
export function descriptionOf(element: DescField | DescMessage | DescMethod | DescService): string {
  const file = element.kind === 'field' || element.kind === 'rpc' ? element.parent?.file : element.file;
  if (!file) return '';
  return indexOf(file).get(pathOf(element).join()) ?? '';
}

/** Splits a comment into its first sentence without the full stop, and the rest. */
export function splitSummary(comment: string): { summary: string; description: string } {
  const end = /\.(?:\s+|$)/.exec(comment);
  if (!end) return { summary: comment.replaceAll('\n', ' '), description: '' };
  return {
    summary: comment.slice(0, end.index).replaceAll('\n', ' '),
    description: comment.slice(end.index + end[0].length),
  };
}

function indexOf(file: DescFile): Map<string, string> {
  let index = indexes.get(file);
  if (!index) {
    const locations = file.proto.sourceCodeInfo?.location ?? [];
    index = new Map(
      locations
        .filter(({ leadingComments }) => leadingComments)
        .map((location) => [location.path.join(), tidy(location.leadingComments)]),
    );
    indexes.set(file, index);
  }
  return index;
}

function tidy(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^ /, ''))
    .join('\n')
    .trim();
}

function pathOf(element: DescField | DescMessage | DescMethod | DescService): number[] {
  switch (element.kind) {
    case 'message':
      return element.parent
        ? [...pathOf(element.parent), MESSAGES_OF_MESSAGE, element.parent.proto.nestedType.indexOf(element.proto)]
        : [MESSAGES_OF_FILE, element.file.proto.messageType.indexOf(element.proto)];
    case 'field':
      return element.parent
        ? [...pathOf(element.parent), FIELDS_OF_MESSAGE, element.parent.proto.field.indexOf(element.proto)]
        : [];
    case 'service':
      return [SERVICES_OF_FILE, element.file.proto.service.indexOf(element.proto)];
    case 'rpc':
      return [...pathOf(element.parent), METHODS_OF_SERVICE, element.parent.proto.method.indexOf(element.proto)];
  }
}
