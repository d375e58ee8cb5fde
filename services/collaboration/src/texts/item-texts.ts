/** Validates the texts of items, with the error messages that the API specifies. */
import { ValidationError } from '@forgemesh/errors';

const MAX_TITLE = 255;
const MAX_DESCRIPTION = 1_048_576;

/** Throws ValidationError if the title is blank or too long, or the description is too long. */
export function assertTexts(texts: { title?: string | undefined; description?: string | null | undefined }): void {
  const { title, description } = texts;
  const errors = {
    title: [
      ...(title?.trim() === '' ? ["can't be blank"] : []),
      ...((title?.length ?? 0) > MAX_TITLE ? [`is too long (maximum is ${MAX_TITLE} characters)`] : []),
    ],
    description:
      (description?.length ?? 0) > MAX_DESCRIPTION ? [`is too long (maximum is ${MAX_DESCRIPTION} characters)`] : [],
  };
  const found = Object.fromEntries(Object.entries(errors).filter(([, problems]) => problems.length > 0));
  if (Object.keys(found).length > 0) throw new ValidationError(found);
}
