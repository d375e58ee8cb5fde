/** Name of this service. Calls between its processes name it as their issuer. */
export const SERVICE_NAME = 'repository';
