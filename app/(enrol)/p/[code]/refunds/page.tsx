import { publishedText } from "../../../published-text";

const { metadata, Page } = publishedText("refunds");

export const generateMetadata = metadata;
export default Page;
