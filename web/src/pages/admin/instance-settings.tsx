/** The settings of the instance by topic, with the documentation of the API. */
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { applicationSettingKeys, loadOpenApiDocument, saveSettings } from '#data/application-settings';
import { SETTINGS_KEY, useInstanceSettings } from './admin-queries';
import { settingsByTopic, type OpenApiDocument } from './settings-topics';

/** Shows the settings that the instance uses. */
export function InstanceSettings() {
  const [params] = useSearchParams();
  const chosen = params.get('topic');
  const topics = useQuery({
    queryKey: applicationSettingKeys.document,
    queryFn: async () => settingsByTopic((await loadOpenApiDocument()) as OpenApiDocument),
    staleTime: Infinity,
  });
  const settings = useInstanceSettings();
  return (
    <Loaded query={topics} lines={12}>
      {(list) => {
        const shown = list.find(({ topic }) => topic === chosen) ?? list[0];
        return (
          <div className="stack">
            <nav aria-label="Topics" className="row row-wrap">
              {list.map(({ topic, title }) => (
                <Link
                  key={topic}
                  className="button button-small"
                  to={`?topic=${topic}`}
                  aria-current={topic === shown?.topic ? 'true' : undefined}
                >
                  {title}
                </Link>
              ))}
            </nav>
            <Loaded query={settings} lines={12}>
              {(stored) =>
                shown && (
                  <Section key={shown.topic} title={shown.title}>
                    <FieldsForm
                      fields={shown.fields}
                      stored={stored}
                      button="Save settings"
                      done="The settings were saved."
                      keys={[SETTINGS_KEY]}
                      submit={(_values, changed) => saveSettings(changed)}
                    />
                  </Section>
                )
              }
            </Loaded>
          </div>
        );
      }}
    </Loaded>
  );
}
