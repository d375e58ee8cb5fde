import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { completeMessage } from './complete-message';
import { preparedList } from './prepared-json';

describe('completeMessage', () => {
  it('fills lists that are absent or null, in nested messages too', () => {
    const complete = completeMessage(
      { name: 'a', dependency: null, message_type: [{ name: 'M' }] },
      FileDescriptorProtoSchema,
    );
    expect(complete).toMatchObject({
      name: 'a',
      dependency: [],
      service: [],
      message_type: [{ name: 'M', field: [] }],
    });
  });

  it('encodes prepared lists', () => {
    const message_type = preparedList([Buffer.from('{"name":"M"}')]);
    expect(completeMessage({ message_type }, FileDescriptorProtoSchema)).toMatchObject({
      message_type: [{ name: 'M', field: [] }],
    });
  });

  it('sets plain fields to their empty value and leaves messages absent', () => {
    expect(completeMessage({ name: null }, FileDescriptorProtoSchema)).toMatchObject({ name: '', options: undefined });
  });
});
