import { type Brand, type BrandColumns, brandOf } from "./brand";

export interface ProviderView {
  code: string;
  name: string;
  legalName: string;
  businessNumber: string | null;
  email: string;
  phone: string | null;
  brand: Brand;
}

export function providerView(provider: Omit<ProviderView, "brand"> & BrandColumns): ProviderView {
  const { code, name, legalName, businessNumber, email, phone } = provider;
  return { code, name, legalName, businessNumber, email, phone, brand: brandOf(provider) };
}
