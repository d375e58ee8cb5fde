/** The appearance of the instance: its name, pictures and messages. */
import { useQuery } from '@tanstack/react-query';
import { check, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { appearanceKeys, updateAppearancePicture, getAppearance, updateAppearance } from '#data/appearance';
import { AvatarForm } from '#pages/settings/shared/avatar-form';

const QUERY_KEY = appearanceKeys.all;

const fields = {
  title: line('Name of the instance'),
  description: text('Text on the sign-in page', { hint: 'Markdown.' }),
  new_project_guidelines: text('Text on the page for new projects', { hint: 'Markdown.' }),
  header_message: text('Message at the top of every page', { rows: 2 }),
  footer_message: text('Message at the bottom of every page', { rows: 2 }),
  message_background_color: line('Background colour of both messages', { type: 'color' }),
  message_font_color: line('Text colour of both messages', { type: 'color' }),
  email_header_and_footer_enabled: check('Both messages are in emails too'),
};

const pictures = [
  ['logo', 'Picture on the sign-in page'],
  ['header_logo', 'Picture in the page header'],
  ['favicon', 'Icon'],
] as const;

/** Shows the appearance. */
export function Appearance() {
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: () => getAppearance() });
  return (
    <Loaded query={query} lines={12}>
      {(stored) => (
        <div className="stack">
          <Section
            title="Texts"
            description="Other clients show them. These pages do not, because only administrators may read them."
          >
            <FieldsForm
              fields={fields}
              stored={stored}
              button="Save texts"
              done="The texts were saved."
              keys={[QUERY_KEY]}
              submit={(_values, body) => updateAppearance(body)}
            />
          </Section>
          {pictures.map(([name, title]) => (
            <AvatarForm
              key={name}
              title={title}
              hint="At most 1,000 KB."
              name={title}
              url={stored[name]}
              keys={[QUERY_KEY]}
              save={(picture) => updateAppearancePicture(name, picture)}
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}
