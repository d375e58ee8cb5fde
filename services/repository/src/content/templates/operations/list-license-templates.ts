import { pageRows } from '@forgemesh/data';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { findLicenseTemplate, listLicensesOf } from '../find-template';

/** Lists the licenses with their texts, with unfilled placeholders. */
export const listLicenseTemplates = operation(TemplateServiceDefinition.listLicenseTemplates, async (request, call) => {
  const licenses = pageRows(call, await listLicensesOf(call, request.popular), request);
  return { licenses: await Promise.all(licenses.map(({ key }) => findLicenseTemplate(call, key, {}, 'License'))) };
});
