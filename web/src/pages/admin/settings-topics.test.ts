import { settingsByTopic, type OpenApiDocument } from './settings-topics';

jest.mock('#api/client', () => ({ authorizedFetch: jest.fn() }));

const documentOf = (properties: object): OpenApiDocument =>
  ({
    paths: {
      '/api/v4/application/settings': {
        put: { requestBody: { content: { 'application/json': { schema: { properties } } } } },
      },
    },
  }) as OpenApiDocument;

describe('settingsByTopic', () => {
  it('sorts settings by topic, with their descriptions as hints', () => {
    const topics = settingsByTopic(
      documentOf({
        throttle_authenticated_api_enabled: { type: 'boolean', description: 'Whether `API` requests\nare limited.' },
        minimum_password_length: { type: 'integer', description: 'Minimum length.' },
        default_group_visibility: { enum: ['private', 'public'], description: 'Visibility.' },
      }),
    );
    expect(topics.map(({ title, fields }) => [title, Object.keys(fields)])).toEqual([
      ['Rate limits', ['throttle_authenticated_api_enabled']],
      ['Sign-in and users', ['minimum_password_length']],
      ['Projects and groups', ['default_group_visibility']],
    ]);
    expect(topics[0]?.fields['throttle_authenticated_api_enabled']).toMatchObject({
      control: 'check',
      label: 'Throttle authenticated api enabled',
      hint: 'Whether API requests are limited.',
    });
  });

  it('shows the settings of external services together, and private keys with several lines', () => {
    const [topic, ...others] = settingsByTopic(
      documentOf({
        external_auth_client_key: { type: ['string', 'null'], description: 'Private key. Write-only.' },
        external_authorization_service_default_label: { type: ['string', 'null'], description: 'Label.' },
        akismet_api_key: { type: ['string', 'null'], description: 'Key. Write-only.' },
        akismet_enabled: { type: 'boolean', description: 'Whether texts are checked.' },
      }),
    );
    expect(others).toEqual([]);
    expect(topic).toMatchObject({
      title: 'External services',
      fields: {
        external_auth_client_key: { control: 'text' },
        external_authorization_service_default_label: { control: 'line' },
        akismet_api_key: { control: 'line', type: 'password' },
        akismet_enabled: { control: 'check' },
      },
    });
  });

  it('leaves out what the instance does not use, and lists that have a text', () => {
    const topics = settingsByTopic(
      documentOf({
        metrics_enabled: { type: 'boolean', description: 'Metrics. Not\nsupported: only the default is accepted.' },
        metrics_key: { type: 'string', description: 'A key. Write-only.' },
        domain_blacklist: { type: ['array', 'null'], description: 'Domains.' },
        domain_blacklist_raw: { type: 'string', description: 'One domain per line.' },
      }),
    );
    expect(topics.flatMap(({ fields }) => Object.keys(fields))).toEqual(['domain_blacklist_raw']);
  });
});
