import { linkPage } from "../../../link-page";
import { portalAt } from "../../../portal";

const { metadata, Page } = linkPage(portalAt);

export const generateMetadata = metadata;
export default Page;
