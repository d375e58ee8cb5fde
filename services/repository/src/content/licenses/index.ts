/** Public interface of licenses. */
export { type KnownLicense, licenseWithText, otherLicense } from './known-licenses';
export { findLicenseFile } from './license-file';
export { recognizeLicense } from './recognize-license';
