import { requestExample } from './request-example';

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'integer' },
    open: { type: 'boolean' },
    day: { type: ['string', 'null'], format: 'date' },
    labels: { type: 'array', items: { type: 'string' } },
    inner: { type: 'object', properties: { id: { type: 'integer' } } },
  },
};

describe('requestExample', () => {
  it('keeps documented values', () => {
    const request = { title: 'a', count: 1, open: false, day: null, labels: ['x'], inner: { id: 1 } };
    expect(requestExample(schema, request)).toEqual(request);
  });

  it('converts other accepted forms, and leaves out the rest', () => {
    const request = {
      title: 7,
      count: '2',
      open: 'true',
      day: '2020-1-1',
      labels: 'x,y',
      inner: { id: '3', a: 1 },
      b: 1,
    };
    expect(requestExample(schema, request)).toEqual({
      title: '7',
      count: 2,
      open: true,
      labels: ['x', 'y'],
      inner: { id: 3 },
    });
    expect(requestExample(schema, { title: null, count: 'many', inner: 'x' })).toEqual({});
  });
});
