//! about = "A table with tabs is filtered and written with commas, with quotes where they are needed."
//! [files]
//! "/genes.tsv" = """
//! # build\tGRCh38
//! gene\tchromosome\tstart\tend\tdescription
//! BRCA1\t17\t43044295\t43125364\tBRCA1 DNA repair associated
//! TP53\t17\t7661779\t7687546\ttumor protein p53
//! HTT\t4\t3074681\t3243960\thuntingtin
//! CFTR\t7\t117480025\t117668665\tCF transmembrane conductance regulator, "ABC" family
//! MT-ND1\tMT\t3307\t4262\t
//! """

const rows = await state.readCsv("/genes.tsv", { header: true, delimiter: "\t", quote: null, comment: "#" });
const long = rows
  .map((row) => ({ ...row, length: row.end - row.start + 1 }))
  .filter((row) => row.length > 50_000)
  .sort((a, b) => b.length - a.length);
await state.writeCsv("/genes.csv", long, { columns: ["gene", "length", "description"] });
return await state.readFile("/genes.csv");
//= result: "gene,length,description\nCFTR,188641,\"CF transmembrane conductance regulator, \"\"ABC\"\" family\"\nHTT,169280,huntingtin\nBRCA1,81070,BRCA1 DNA repair associated\n"
//= created: /genes.csv (- -> 155)
