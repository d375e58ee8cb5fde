import { mergeOperations } from './merge-operations';

describe('mergeOperations', () => {
  const operation = (kind: string, others: string[] = []) => ({
    operationId: `Find${kind}`,
    description: `Finds ${kind}.`,
    parameters: [
      { name: 'kind', in: 'query', schema: { type: 'string', enum: [kind] } },
      ...others.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ],
    responses: { 200: { description: 'Success.', content: { 'application/json': { schema: { $ref: `#/${kind}` } } } } },
  });

  it('has the values, parameters and answers of all', () => {
    const two = mergeOperations(operation('a', ['text']), operation('b', ['text', 'ref']), 'kind');
    const three = mergeOperations(two, operation('c'), 'kind');
    expect(three).toMatchObject({ operationId: 'Finda', description: 'Finds a.\n\nFinds b.\n\nFinds c.' });
    expect(three['parameters']).toEqual([
      { name: 'kind', in: 'query', schema: { type: 'string', enum: ['a', 'b', 'c'] } },
      { name: 'text', in: 'query', schema: { type: 'string' } },
      { name: 'ref', in: 'query', schema: { type: 'string' } },
    ]);
    expect(three['responses']).toEqual({
      200: {
        description: 'Success.',
        content: { 'application/json': { schema: { anyOf: [{ $ref: '#/a' }, { $ref: '#/b' }, { $ref: '#/c' }] } } },
      },
    });
  });
});
