import { otherSettings, type OpenApiDocument } from './other-settings';

jest.mock('#api/client', () => ({ authorizedFetch: jest.fn() }));

const documentOf = (properties: object): OpenApiDocument =>
  ({
    paths: {
      '/api/v4/application/settings': {
        put: { requestBody: { content: { 'application/json': { schema: { properties } } } } },
      },
    },
  }) as OpenApiDocument;

describe('otherSettings', () => {
  it('are those without words, by their names in the API', () => {
    const { fields, withoutEffect } = otherSettings(
      documentOf({
        signup_enabled: { type: 'boolean', description: 'In the catalogue.' },
        new_limit: { type: 'integer', description: 'Maximum of `something`\nnew.' },
        new_choice: { enum: ['one', 'two', null], description: 'A choice.' },
        new_list: { type: ['array', 'null'], description: 'Entries.' },
        new_list_raw: { type: 'string', description: 'One entry per line.' },
        new_key: { type: ['string', 'null'], description: 'Key. Write-only.' },
      }),
    );
    expect(fields).toMatchObject({
      new_limit: { control: 'line', type: 'number', label: 'new_limit', hint: 'Maximum of something new.' },
      new_choice: { control: 'choice' },
      new_list_raw: { control: 'text' },
      new_key: { control: 'line', type: 'password' },
    });
    expect(Object.keys(fields)).toEqual(['new_limit', 'new_choice', 'new_list_raw', 'new_key']);
    expect(withoutEffect).toEqual([]);
  });

  it('names settings without effect, and those of features without effect', () => {
    const { fields, withoutEffect } = otherSettings(
      documentOf({
        metrics_enabled: { type: 'boolean', description: 'Metrics. Not\nsupported: only the default is accepted.' },
        metrics_key: { type: 'string', description: 'A key. Write-only.' },
        help_page_text: { type: 'string', description: 'Stored for user interfaces; the instance does not use it.' },
      }),
    );
    expect(fields).toEqual({});
    expect(withoutEffect.map(({ name }) => name)).toEqual(['metrics_enabled', 'metrics_key', 'help_page_text']);
  });
});
