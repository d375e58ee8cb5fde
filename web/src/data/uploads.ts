import { sendForm } from '#api/send-form';

/** Uploads a file to a project. Returns the Markdown that shows or links it. */
export async function uploadFile(projectId: number, file: File): Promise<string> {
  const content = (await sendForm('POST', `/api/v4/projects/${projectId}/uploads`, { file })) as { markdown?: string };
  return content.markdown ?? '';
}
