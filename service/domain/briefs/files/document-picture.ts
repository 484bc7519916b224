import { AlignmentType, ImageRun, Paragraph } from 'docx'
import type { PictureBlock } from '../content/block.ts'

/** In 96ths of an inch: as wide as the text, or as high as leaves room for the summary on the same page. */
export const LARGE = { width: 642, height: 440 }

export function pictureParagraph(
  { picture, alt }: PictureBlock,
  most: { width: number; height: number } = LARGE,
): Paragraph {
  const scale = Math.min(most.width / picture.width, most.height / picture.height)
  return new Paragraph({
    keepNext: true,
    alignment: AlignmentType.CENTER,
    spacing: { after: 120 },
    children: [
      new ImageRun({
        type: 'png',
        data: picture.png,
        transformation: { width: picture.width * scale, height: picture.height * scale },
        altText: { name: 'Map', title: '', description: alt },
      }),
    ],
  })
}
