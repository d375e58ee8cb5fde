/** Presents the appearance of the instance. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Appearance } from '@forgemesh/proto/settings/v1/appearance';
import { pictureKinds, type AppearanceDocument, type PictureKind } from './appearance.model';

/** Presents the appearance, with the paths of its images. */
export function presentAppearance(document: AppearanceDocument): ResponseOf<Appearance> {
  const pictures = pictureKinds.map((kind) => [kind, pathOf(document, kind)]);
  return {
    title: document.title,
    description: document.description,
    ...(Object.fromEntries(pictures) as Record<PictureKind, string | null>),
    new_project_guidelines: document.new_project_guidelines,
    header_message: document.header_message,
    footer_message: document.footer_message,
    message_background_color: document.message_background_color,
    message_font_color: document.message_font_color,
    email_header_and_footer_enabled: document.email_header_and_footer_enabled,
  };
}

function pathOf({ _id: id, ...document }: AppearanceDocument, kind: PictureKind): string | null {
  const picture = document[kind];
  return picture && `/uploads/-/system/appearance/${kind}/${id}/${encodeURIComponent(picture.name)}`;
}
